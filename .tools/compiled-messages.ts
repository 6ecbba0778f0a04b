// The English messages of the page, compiled where they stand: a part of the page has the strings that it shows, and no other.
import type { NodePath, PluginObj, types as Types } from "@babel/core";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";

/** A Babel plugin that runs after Lingui's macros: it compiles each `message` that they leave beside an `id`. */
export function compiledMessages({ types: t }: { readonly types: typeof Types }): PluginObj {
  const compiled = (message: string): Types.Expression => t.valueToNode(compileMessageOrThrow(message));
  return {
    name: "compiled-messages",
    visitor: {
      Program: {
        exit: (program: NodePath<Types.Program>) =>
          program.traverse({
            ObjectExpression({ node: { properties } }) {
              const named = (name: string) =>
                properties.find((one) => t.isObjectProperty(one) && t.isIdentifier(one.key, { name }));
              const message = named("message");
              if (named("id") !== undefined && t.isObjectProperty(message) && t.isStringLiteral(message.value))
                message.value = compiled(message.value.value);
            },
            JSXOpeningElement({ node: { name, attributes } }) {
              if (!t.isJSXIdentifier(name, { name: "_Trans" })) return;
              for (const one of attributes)
                if (t.isJSXAttribute(one) && t.isJSXIdentifier(one.name, { name: "message" }))
                  if (t.isStringLiteral(one.value)) one.value = t.jsxExpressionContainer(compiled(one.value.value));
            },
          }),
      },
    },
  };
}
