// How a telephone becomes the remote of the slides: a code to scan, or in plain words the obstacle.
import "./phone-panel.css";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Frame } from "../../dialogs/frame.tsx";
import type { PhoneAsk, PhoneLink } from "./link.ts";

interface PhonePanelProps {
  readonly link: PhoneLink;
  onAsk(ask: PhoneAsk): void;
  onClose(): void;
}

/** Shows the code that a telephone scans, or in plain words the obstacle to that. */
export function PhonePanel({ link, onAsk, onClose }: PhonePanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Frame title={t`A phone as remote`} ref={dialog} onClose={onClose}>
      <div className="dialog-body phone-panel">
        <Content
          link={link}
          onAsk={(ask) => {
            onAsk(ask);
            if (ask === "end") dialog.current?.close();
          }}
        />
      </div>
    </Frame>
  );
}

function Content({ link, onAsk }: Omit<PhonePanelProps, "onClose">) {
  if (link.tag === "on") return <Open link={link} onAsk={onAsk} />;
  if (link.tag === "none")
    return (
      <div role="status" className="phone-words">
        <p>{t`This page comes from a static file host, which cannot relay what a phone sends, so a phone cannot move the slides from here.`}</p>
        <WayToStart />
        <p>{t`A clicker works everywhere, and so does the notes window (N).`}</p>
      </div>
    );
  if (link.tag === "local")
    return (
      <div role="status" className="phone-words">
        <p>{t`The server of this page listens to this computer only, so a phone cannot reach it.`}</p>
        <WayToStart />
      </div>
    );
  return <p role="status">{t`looking for the server …`}</p>;
}

function WayToStart() {
  return (
    <>
      <p>
        <Trans>
          Start Dualscope on this computer with <code translate="no">npm start -- --host</code>, open the address that
          it prints, and present there.
        </Trans>
      </p>
      <p>{t`The phone has to be in the same network. Everyone there can then open the app; your documents stay in this browser.`}</p>
    </>
  );
}

function Open({ link, onAsk }: Omit<PhonePanelProps, "onClose">) {
  const [chosen, choose] = useState(0);
  const address = link.addresses[chosen] ?? link.addresses[0] ?? "";
  const code = useCode(address);
  const { phones } = link;
  return (
    <div className="phone-open">
      {code !== "" && (
        <img
          className="qr"
          alt={t`The address of the remote as a QR code`}
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(code)}`}
        />
      )}
      <div className="phone-words">
        <p>{t`Scan the code with a phone in the same network, or open the address there:`}</p>
        {link.addresses.length > 1 && (
          <label>
            <span className="label">{t`Network`}</span>
            <select value={chosen} onChange={(event) => choose(Number(event.target.value))}>
              {link.addresses.map((one, index) => (
                <option key={one} value={index} translate="no">
                  {new URL(one).host}
                </option>
              ))}
            </select>
          </label>
        )}
        <p className="phone-address" translate="no">
          <code>{address}</code>
        </p>
        <p role="status">
          <b>
            {link.isLost
              ? t`The connection to the server is lost. It comes back by itself.`
              : plural(phones, {
                  0: "No phone is connected yet.",
                  one: "# phone is connected.",
                  other: "# phones are connected.",
                })}
          </b>
        </p>
        <p className="soft">{t`Anyone with this address can move the slides and read the notes, and sees nothing else of the document.`}</p>
        <p className="soft">{t`Does the phone not find the page? A firewall may block the port, or the network may keep devices apart; the phone's own hotspot helps.`}</p>
        <p className="phone-ways">
          <button type="button" className="button line" onClick={() => onAsk("renew")}>
            {t`New address`}
          </button>
          <button type="button" className="button line" onClick={() => onAsk("end")}>
            {t`Disconnect phones`}
          </button>
        </p>
      </div>
    </div>
  );
}

/** A text as a QR code, once it is drawn. */
function useCode(text: string): string {
  const [code, setCode] = useState("");
  useEffect(() => {
    let isCurrent = true;
    void import("uqr").then(({ renderSVG }) => isCurrent && setCode(renderSVG(text, { border: 2, ecc: "M" })));
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return code;
}
