// Sweeps to begin with: each shows one claim.
import { t } from "@lingui/core/macro";
import type { GallerySweep } from "../../algorithms/algorithm.ts";
import { GALLERY } from "../../algorithms/index.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { message } from "../../words/rich-text.ts";
import { galleryExample } from "../model/lab-gallery.ts";

/** Shows the ready-made experiments; those whose example is missing are left out. */
export function Gallery({ onOpen }: { onOpen(sweep: GallerySweep): void }) {
  return (
    <section className="lab-gallery" aria-labelledby="lab-gallery">
      <h2 id="lab-gallery">{t`Ready-made experiments`}</h2>
      <ul>
        {GALLERY.filter(({ example }) => galleryExample(example) !== undefined).map((sweep) => (
          <li key={sweep.title}>
            <button type="button" onClick={() => onOpen(sweep)}>
              <b>{sweep.title}</b>
              <span>
                <RichText runs={message(sweep.claim)} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
