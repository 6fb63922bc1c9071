// Measures what a view shows. The last line of the bundle is the function `measure`.
import type { Measured } from "./measured.js";

const MAX_TEXT = 20_000;
const MAX_STYLE = 500;
const MAX_ELEMENTS = 5_000;

/** Measures the document of this frame. `variables`: names of CSS custom properties to read. */
export function measure(variables: readonly string[]): Measured {
  const root = document.documentElement;
  const all = elements(document);
  return {
    text: textOf(all).slice(0, MAX_TEXT),
    graphics: Math.round(all.filter(isGraphic).reduce((sum, element) => sum + areaOf(element), 0)),
    scrollWidth: root.scrollWidth,
    clientWidth: root.clientWidth,
    scrollHeight: root.scrollHeight,
    clientHeight: root.clientHeight,
    contentHeight: heightOf(all),
    styles: stylesOf(all, variables),
    title: document.title.slice(0, MAX_STYLE),
    lang: root.lang.slice(0, MAX_STYLE),
    unnamed: all.filter(
      (element) => element.matches("button, a[href], [role=button]") && isVisible(element) && nameOf(element) === "",
    ).length,
  };
}

/** Elements of the document and of its open shadow roots. */
function elements(root: Document | ShadowRoot): Element[] {
  const found: Element[] = [];
  for (const element of root.querySelectorAll("*")) {
    if (found.length >= MAX_ELEMENTS) break;
    found.push(element);
    if (element.shadowRoot) found.push(...elements(element.shadowRoot));
  }
  return found;
}

function textOf(all: readonly Element[]): string {
  const texts = [visibleText(document.body)];
  for (const element of all) {
    if (element.shadowRoot) {
      for (const child of element.shadowRoot.children) texts.push(visibleText(child));
    }
    if (!isVisible(element)) continue;
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) texts.push(element.value);
  }
  return texts.filter((text) => text.trim() !== "").join("\n");
}

function visibleText(element: Element | null): string {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not shown
  return element instanceof HTMLElement ? element.innerText : "";
}

function isGraphic(element: Element): boolean {
  return ["canvas", "svg", "img", "video"].includes(element.localName) && isVisible(element);
}

/** Pixels, of the elements of the body. */
function heightOf(all: readonly Element[]): number {
  const inBody = all.filter((element) => document.body?.contains(element));
  const bottoms = inBody.filter(isVisible).map((element) => element.getBoundingClientRect().bottom + scrollY);
  return Math.round(bottoms.reduce((lowest, bottom) => Math.max(lowest, bottom), 0));
}

function isVisible(element: Element): boolean {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

function areaOf(element: Element): number {
  const { width, height } = element.getBoundingClientRect();
  return width * height;
}

function nameOf(element: Element): string {
  const labels = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter((id) => id !== "");
  const names = [
    element.getAttribute("aria-label"),
    element.getAttribute("title"),
    element.textContent,
    ...labels.map((id) => document.getElementById(id)?.textContent),
    ...[...element.querySelectorAll("img, svg")].map(
      (image) => image.getAttribute("alt") ?? image.getAttribute("aria-label"),
    ),
  ];
  return names.map((name) => (name ?? "").trim()).find((name) => name !== "") ?? "";
}

function stylesOf(all: readonly Element[], variables: readonly string[]): Record<string, string> {
  const root = document.documentElement;
  const ofRoot = getComputedStyle(root);
  const styles: Record<string, string> = {
    "html.color": ofRoot.color,
    "html.background-color": ofRoot.backgroundColor,
    "html.class": root.getAttribute("class") ?? "",
    "color-scheme": ofRoot.colorScheme,
    "data-theme": root.dataset.theme ?? document.body?.dataset.theme ?? "",
    "all.colors": colorsOf(all),
  };
  if (document.body) {
    const ofBody = getComputedStyle(document.body);
    styles["body.color"] = ofBody.color;
    styles["body.background-color"] = ofBody.backgroundColor;
    styles["body.class"] = document.body.getAttribute("class") ?? "";
  }
  for (const name of variables) {
    const value = ofRoot.getPropertyValue(name).trim();
    if (value !== "") styles[name] = value;
  }
  return Object.fromEntries(Object.entries(styles).map(([name, value]) => [name, value.slice(0, MAX_STYLE)]));
}

/** The different colours of all elements, in order of their first use. */
function colorsOf(all: readonly Element[]): string {
  const colors = new Set<string>();
  for (const element of all.slice(0, 1_000)) {
    const { color, backgroundColor, fill } = getComputedStyle(element);
    colors.add(color).add(backgroundColor);
    if (element instanceof SVGElement) colors.add(fill);
  }
  return [...colors].join(" ");
}
