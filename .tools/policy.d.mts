// The types of policy.mjs, for the configuration of the build and for tests.
export const PAGE_POLICY: string;
export const FRAME_POLICY: string;
export const ISOLATION: Readonly<Record<string, string>>;
export function policyOf(file: string): string;
