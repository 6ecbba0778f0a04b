// The help on writing lessons and slides, topic by topic.
import { TOPICS, type Topic } from "../texts/writing.ts";

/** Shows all topics of the help on writing. */
export function WritingSection() {
  return TOPICS.map((topic) => <TopicView key={topic.id} topic={topic} />);
}

/** Shows a topic: its meaning, its source's words, and an example. */
export function TopicView({ topic: { id, title, words, parts, example } }: { readonly topic: Topic }) {
  return (
    <article className="help-card" tabIndex={-1} data-entry={`writing ${id}`}>
      <div className="help-card-head">
        <h3>{title}</h3>
      </div>
      <p className="help-prose">{words}</p>
      <dl className="help-parts">
        {parts.map(([code, meaning]) => (
          <div key={code}>
            <dt>
              <code translate="no">{code}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <pre>
        <code translate="no">{example}</code>
      </pre>
    </article>
  );
}
