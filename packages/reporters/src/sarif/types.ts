/** The parts of SARIF 2.1.0 that a report needs. */
export interface SarifRule {
  id: string;
  name: string;
  shortDescription: { text: string };
  fullDescription: { text: string };
  helpUri?: string;
  help: { text: string };
  defaultConfiguration: { level: "error" | "warning" | "note" };
  properties: { tags: string[]; pack: string; level: string };
}

export interface SarifResult {
  ruleId: string;
  ruleIndex: number;
  kind: "fail";
  level: "error" | "warning";
  message: { text: string };
  locations: {
    logicalLocations: { name: string; fullyQualifiedName: string; kind: string }[];
    physicalLocation?: { artifactLocation: { uri: string }; region: { startLine: number } };
  }[];
  partialFingerprints: Record<string, string>;
  suppressions?: { kind: "external"; status: "accepted"; justification: string }[];
}

export interface SarifNotification {
  level: "error" | "warning";
  message: { text: string };
  associatedRule?: { id: string; index: number };
}
