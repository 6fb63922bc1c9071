export { default } from "../../e2e/testing/global-setup.js";
