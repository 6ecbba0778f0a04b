// The parts of the built site as CycloneDX JSON; the same parts give the same text.
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import type { Part } from "./licences.ts";

/** A bill without a time and a serial number, so that equal builds have equal files. */
export function billOfMaterials(own: Part, parts: readonly Part[]): string {
  const site = component(own, Enums.ComponentType.Application);
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: site }) });
  for (const part of parts) {
    const one = component(part, Enums.ComponentType.Library);
    bom.components.add(one);
    site.dependencies.add(one.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function component({ name, version, licence, isPackage }: Part, type: Enums.ComponentType): Models.Component {
  const licenses = new Models.LicenseRepository([new Models.LicenseExpression(licence)]);
  const reference = isPackage ? packageUrl(name, version) : `${name} ${version}`;
  const one = new Models.Component(type, name, { version, licenses, bomRef: reference });
  if (isPackage) one.purl = reference;
  return one;
}

/** A package of npm as a package URL. */
function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
}
