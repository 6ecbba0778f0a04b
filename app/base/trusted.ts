// The one place where texts become HTML and addresses of scripts: the browser takes them from nowhere else (Trusted Types).

/** The used part of Trusted Types, where a browser has them. */
interface Policy {
  createHTML(text: string): string;
  createScriptURL(address: string): string;
}

interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

const RULES: Policy = {
  createHTML: (text) => text,
  createScriptURL: (address) => {
    const { origin, href } = new URL(address, document.baseURI);
    if (origin !== location.origin) throw new TypeError("a script of another site");
    return href;
  },
};

const factory = (globalThis as { readonly trustedTypes?: Factory }).trustedTypes;
const policy = factory?.createPolicy("dualscope", RULES) ?? RULES;

/** The nodes of HTML that our own code has made of a text (prose-html.ts escapes its writer's text). */
export function nodesOf(html: string): NodeListOf<ChildNode> {
  return new DOMParser().parseFromString(policy.createHTML(html), "text/html").body.childNodes;
}

/** The address of one of our own scripts, as the browser takes it. Throws TypeError for one of another site. */
export function scriptAddress(address: string): string {
  return policy.createScriptURL(address);
}
