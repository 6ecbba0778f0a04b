// JSON that may be anyone's: of a browser's storage, a link, or a file.

/** Fields of an object of JSON, whose values are not known. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value of a text of JSON; undefined where it is none. */
export function readJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    // damaged JSON is no value
    return undefined;
  }
}

/** Whether a value is an object with fields, and no list. */
export function hasFields(json: unknown): json is Fields {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

/** The fields of a value; none where it is no object. */
export function fieldsOf(json: unknown): Fields {
  return hasFields(json) ? json : {};
}
