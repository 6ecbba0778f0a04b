// The complexity lab: curves of counted costs over n, the compiled engine on the clock, and the gain of more workers.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import "../lab.css";
import { useEffect, useState } from "react";
import type { GallerySweep } from "../../algorithms/algorithm.ts";
import { addressOf, NO_SCENE } from "../../document/address.ts";
import type { ProgramCell } from "../../document/document.ts";
import { programsOf } from "../../document/document.ts";
import { EXAMPLES, exampleOf } from "../../document/examples.ts";
import { headerOf } from "../../document/header.ts";
import { setAsk } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { prefer } from "../../exploration/state/explorer.ts";
import { Terms } from "../../help/term.tsx";
import { open } from "../../navigation/route.ts";
import { firstNumbers } from "../../program/model/sweep.ts";
import type { LookProps } from "../../program/view/look-props.ts";
import { OpenExamples } from "../../program/view/open-examples.tsx";
import { useIsDeep } from "../../ui/depth/depth.ts";
import { moveFocus } from "../../ui/menus/move-focus.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { message } from "../../words/rich-text.ts";
import { askAt, type Subject, subjectKey } from "../model/curves.ts";
import type { Growth } from "../model/growth.ts";
import { galleryExample } from "../model/lab-gallery.ts";
import { openExperiment } from "../state/experiment.ts";
import { change, goOn, stopLab, useLab } from "../state/lab.ts";
import { followLab } from "../state/memory.ts";
import { Checkpointing } from "./checkpointing.tsx";
import { Counted } from "./counted.tsx";
import { Gallery } from "./gallery.tsx";
import { Speed } from "./speed.tsx";
import { Timed } from "./timed.tsx";
import { type LabSubject, oneRun, useLabSubject } from "./use-lab-subject.ts";

const TABS = {
  counted: t`Counted`,
  timed: t`Timings`,
  speed: t`Work and span`,
  checkpointing: t`Checkpointing`,
} as const;
type Tab = keyof typeof TABS;

/** Shows the complexity lab for a program. */
export default function LabView({ cell, scene = NO_SCENE }: LookProps) {
  const lab = useLabSubject(cell);
  const isDeep = useIsDeep("complexity");
  const [other, setOther] = useState<Subject | undefined>(() => useLab.getState().subjects[1]);
  const [tab, setTab] = useState<Tab>("counted");
  // a sweep of the gallery brings its own n; a program that is opened otherwise has those of its header
  const [wanted, setWanted] = useState<{ readonly text: string; readonly ns: readonly number[] }>();
  const { subject, sweep, member } = lab;
  useEffect(() => {
    if (subject === undefined) return;
    if (other !== undefined && !staysBeside(subject, other, cell.id)) return setOther(undefined);
    const subjects = other === undefined ? [subject] : [subject, other];
    if (wanted?.text === subject.ask.text) {
      change({ subjects, ns: wanted.ns });
      return setWanted(undefined);
    }
    const before = useLab.getState();
    const isSame = before.subjects[0] !== undefined && subjectKey(before.subjects[0]) === subjectKey(subject);
    change({ subjects, ns: isSame ? before.ns : (member?.ns ?? firstNumbers(sweep)) });
  }, [subject, sweep, member, other, wanted, cell.id]);
  useEffect(() => stopLab, []);
  const turn = useDocument((state) => state.turn);
  useEffect(() => followLab(cell.id, turn, scene), [cell.id, turn, scene]);
  // nothing else runs while the clock does
  useEffect(() => (tab === "timed" ? stopLab() : goOn()), [tab]);

  const openSweep = ({ example, other: second, settings, ns }: GallerySweep): void => {
    const found = galleryExample(example);
    if (found === undefined) return;
    const beside = second === undefined ? undefined : galleryExample(second);
    change(settings);
    setOther(
      beside && {
        title: beside.title,
        ask: { text: beside.text, above: [], entry: undefined, at: undefined, cotangent: undefined },
      },
    );
    setWanted(ns === undefined ? undefined : { text: found.text, ns });
    setTab("counted");
    if (found.text !== cell.text) void openExperiment(cell, found.text, { stage: cell.ask.stage });
    window.scrollTo({ top: 0 });
  };
  return (
    <div className="lab">
      <header className="look-head">
        <h1>
          <Terms text={t`What a gradient costs`} />
        </h1>
        {(isDeep || tab !== "counted") && <Tabs tab={tab} onTab={setTab} />}
      </header>
      {subject === undefined ? (
        <NothingToDraw cell={cell} lab={lab} />
      ) : (
        <div role="tabpanel" id="lab-panel" aria-labelledby={`lab-tab-${tab}`}>
          {tab === "counted" && (
            <Counted
              cell={cell}
              lab={lab}
              other={other}
              onOther={setOther}
              onOpen={(which, stage, n) => {
                prefer(stage);
                void openRun(cell, which === 0 ? subject : (other ?? subject), which === 0, n);
              }}
            />
          )}
          {tab === "timed" && <Timed subject={subject} />}
          {tab === "speed" && <Speed subject={subject} />}
          {tab === "checkpointing" && <Checkpointing subject={subject} />}
        </div>
      )}
      <Gallery onOpen={openSweep} />
    </div>
  );
}

/** Whether a second program stays: it goes with the text that it was chosen beside, unless it is an example or another program of the document. */
function staysBeside(subject: Subject, other: Subject, cell: string): boolean {
  const { text } = other.ask;
  if (text === subject.ask.text || exampleOf(text) !== undefined) return true;
  return programsOf(useDocument.getState().document).some((one) => one.id !== cell && one.text === text);
}

/** Opens a run of a curve in the explorer, at its n. */
async function openRun(cell: ProgramCell, subject: Subject, isOwn: boolean, n: number): Promise<void> {
  stopLab();
  const { text, entry = "", at } = askAt(subject, n);
  if (subject.textOf !== undefined) {
    const member = await openExperiment(cell, text, { stage: cell.ask.stage });
    return open("explorer", member);
  }
  // an input that was made up for the lab says which n it is of
  const input = at === undefined ? "" : oneRun(at, n);
  if (isOwn) setAsk(cell.id, { n: String(n), ...(at === undefined ? {} : { at: input }) });
  const opened = isOwn
    ? cell.id
    : await openExperiment(cell, text, { ...cell.ask, entry, at: input, cotangent: "", n: String(n) });
  open("explorer", opened);
}

function Tabs({ tab, onTab }: { readonly tab: Tab; onTab(tab: Tab): void }) {
  const names = Object.keys(TABS) as Tab[];
  return (
    <div
      className="lab-tabs"
      role="tablist"
      aria-label={t`What is measured`}
      onKeyDown={(event) => moveFocus(event, "[role=tab]", { way: "along", isRound: true })?.click()}
    >
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`lab-tab-${name}`}
          aria-selected={name === tab}
          aria-controls={name === tab ? "lab-panel" : undefined}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {TABS[name]}
        </button>
      ))}
    </div>
  );
}

/** The examples that grow, and how many of them are shown to a reader who has not asked for more. */
const GROWING = EXAMPLES.filter(({ text }) => headerOf(text).sweep !== undefined);
const FEW = 3;

function NothingToDraw({ cell, lab }: { readonly cell: ProgramCell; readonly lab: LabSubject }) {
  const { isChecked, hasErrors, reason, growth } = lab;
  const isDeep = useIsDeep("complexity");
  if (!isChecked)
    return (
      <p className="opening quiet" aria-live="polite">
        {t`The program is being checked.`}
      </p>
    );
  if (hasErrors)
    return (
      <div className="opening">
        <p className="headline">{t`Nothing to draw yet`}</p>
        <p>
          <Trans>
            The program has errors. See them{" "}
            <a className="link" href={addressOf("document")}>
              beside its text
            </a>
            .
          </Trans>
        </p>
      </div>
    );
  if (reason !== undefined)
    return (
      <div className="opening">
        <p className="headline">{t`Nothing to draw`}</p>
        <p lang="en">
          <RichText runs={message(reason)} />.
        </p>
      </div>
    );
  return (
    <div className="opening">
      <p className="headline">{t`This input does not grow`}</p>
      {growth !== undefined && <HowToGrow growth={growth} />}
      <p>{t`Or open one of the experiments below, or an example that grows:`}</p>
      <OpenExamples cell={cell} view="complexity" examples={GROWING.slice(0, isDeep ? GROWING.length : FEW)} />
    </div>
  );
}

function HowToGrow({ growth }: { readonly growth: Growth }) {
  const { type } = growth;
  if (growth.tag === "fixed")
    return (
      <>
        <p>
          <Trans>
            Curves need inputs of many sizes. A <code translate="no">{type}</code> has a fixed size; a list, an array or
            an <code translate="no">Int</code> can grow. Dualscope makes up the inputs:
          </Trans>
        </p>
        <pre>
          <code translate="no">def main (xs : [Real]) = sum (map sin xs)</code>
        </pre>
      </>
    );
  const header = (input: string): string => `-- at: ${input}\n-- sweep: n = 1 .. 24`;
  if (growth.tag === "made") {
    const { by } = growth;
    return (
      <>
        <p>
          <Trans>
            Curves need inputs of many sizes. Here <code translate="no">{by}</code> can make them; say so in the header
            of the program:
          </Trans>
        </p>
        <pre>
          <code translate="no">{header(`${by} n`)}</code>
        </pre>
      </>
    );
  }
  return (
    <>
      <p>
        <Trans>
          Curves need inputs of many sizes. Write a function from an <code translate="no">Int</code> to{" "}
          <code translate="no">{type}</code>, and use it in the header of the program:
        </Trans>
      </p>
      <pre>
        <code translate="no">{header("make n")}</code>
      </pre>
    </>
  );
}
