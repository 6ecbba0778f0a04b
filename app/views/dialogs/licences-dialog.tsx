// The licences of what the page is built from, as the build wrote them (`.tools/licences.ts`).
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { Frame } from "./frame.tsx";

export function LicencesDialog() {
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    licencesOfBuild().then(
      (found) => isCurrent && setText(found),
      () => isCurrent && setMissing(true),
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return (
    <Frame title={t`Licences`}>
      <div className="dialog-body">
        <p className="soft" role="status">
          {isMissing && t`The licences cannot be read. They are the file licences.txt of a built page.`}
        </p>
        {text !== "" && (
          <textarea className="licences" aria-label={t`Licences`} lang="en" readOnly translate="no" value={text} />
        )}
      </div>
    </Frame>
  );
}

/** Fails where there is no such file: while developing, the page stands in for whatever is missing. */
async function licencesOfBuild(): Promise<string> {
  const response = await fetch("licences.txt");
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  if (!response.ok || isPage) throw new Error(`licences.txt: ${response.status}`);
  return response.text();
}
