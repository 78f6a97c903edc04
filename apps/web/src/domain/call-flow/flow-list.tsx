import { Warnings } from '../../resource/page/warnings.tsx';
import styles from './call-flow.module.css';
import { type Flow, type FlowEdge, type FlowNode, factsOf, nodeTitleOf } from './flow.ts';

/** The same as the picture, one place after the other with where it leads: for whoever reads rather than looks. */
export function FlowList({
  flow: { nodes, edges },
  onNode,
  onEdge,
}: {
  flow: Flow;
  onNode: (node: FlowNode) => void;
  onEdge: (edge: FlowEdge) => void;
}) {
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const leaving = Map.groupBy(edges, ({ from }) => from);
  return (
    <ol className={styles.list} aria-label="Từng chặng của luồng">
      {nodes.map((node) => (
        <li key={node.key}>
          <div className={styles.stop}>
            {node.id === '' ? (
              <strong>{nodeTitleOf(node)}</strong>
            ) : (
              <button type="button" className={styles.link} onClick={() => onNode(node)}>
                {nodeTitleOf(node)}
              </button>
            )}
            {node.facts.length > 0 && <span className={styles.facts}>{factsOf(node).join(' · ')}</span>}
          </div>
          <Warnings words={node.warnings} />
          <ul className={styles.ways}>
            {leaving.get(node.key)?.map((edge) => {
              const next = byKey.get(edge.to);
              return (
                <li key={`${edge.field} ${edge.label} ${edge.to}`}>
                  <span>
                    {edge.label || 'Tiếp theo'} → {next === undefined ? 'Không còn' : nodeTitleOf(next)}
                  </span>
                  {edge.field !== '' && (
                    <button
                      type="button"
                      className={styles.link}
                      aria-label={`Đổi nơi đến của “${edge.label}” ở ${nodeTitleOf(node)}`}
                      onClick={() => onEdge(edge)}
                    >
                      Đổi
                    </button>
                  )}
                </li>
              );
            })}
          </ul>
        </li>
      ))}
    </ol>
  );
}
