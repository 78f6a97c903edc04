import { IconAlertTriangle } from '@alo/ui';
import {
  Background,
  BaseEdge,
  Controls,
  EdgeLabelRenderer,
  type EdgeProps,
  type Edge as FlowLine,
  type Node as FlowPlace,
  getSmoothStepPath,
  Handle,
  MarkerType,
  type NodeProps,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useEffect, useMemo } from 'react';
import styles from './call-flow.module.css';
import { edgeId, type Flow, type FlowEdge, type FlowNode, factsOf, kinds, nodeTitleOf } from './flow.ts';
import { laidOut, nodeSize } from './laid-out.ts';

interface Chosen {
  onNode: (node: FlowNode) => void;
  onEdge: (edge: FlowEdge) => void;
}

/** The way of a number's calls as a picture. Everything in it stands in the list beside it as well. */
export function FlowPicture({ flow, onNode, onEdge }: { flow: Flow } & Chosen) {
  const [nodes, edges] = useMemo(() => {
    const places = laidOut(flow);
    const titles = new Map(flow.nodes.map((node) => [node.key, nodeTitleOf(node)]));
    return [
      flow.nodes.map(
        (node): Place => ({
          id: node.key,
          type: 'place',
          data: { node, onNode },
          ...nodeSize,
          position: places.get(node.key) ?? { x: 0, y: 0 },
        }),
      ),
      flow.edges.map(
        (edge): Line => ({
          id: edgeId(edge),
          type: 'way',
          source: edge.from,
          target: edge.to,
          data: { edge, from: titles.get(edge.from) ?? '', onEdge },
          markerEnd: { type: MarkerType.ArrowClosed },
        }),
      ),
    ] as const;
  }, [flow, onNode, onEdge]);
  return (
    <div className={styles.picture}>
      <ReactFlow
        nodes={[...nodes]}
        edges={[...edges]}
        nodeTypes={placeTypes}
        edgeTypes={lineTypes}
        fitView
        fitViewOptions={fit}
        minZoom={0.1}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        deleteKeyCode={null}
        ariaLabelConfig={{
          'controls.ariaLabel': 'Phóng to, thu nhỏ',
          'controls.zoomIn.ariaLabel': 'Phóng to',
          'controls.zoomOut.ariaLabel': 'Thu nhỏ',
          'controls.fitView.ariaLabel': 'Vừa khung',
        }}
      >
        {/* Its makers ask that their mark in the corner stays where nobody pays them: it does. */}
        <Background />
        <Controls showInteractive={false} />
        <Refit />
      </ReactFlow>
    </div>
  );
}

const fit = { maxZoom: 1, padding: 0.1 };

/** A phone that is turned, or a window of another size, shows the whole way again: what was in view may be beside it now. */
function Refit() {
  const { fitView } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  useEffect(() => void fitView(fit), [fitView, width, height]);
  return null;
}

type Place = FlowPlace<{ node: FlowNode; onNode: Chosen['onNode'] }, 'place'>;
type Line = FlowLine<{ edge: FlowEdge; from: string; onEdge: Chosen['onEdge'] }, 'way'>;

function PlaceCard({ data: { node, onNode } }: NodeProps<Place>) {
  const { icon: Icon, label } = kinds[node.type];
  const warned = node.warnings.length > 0;
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <button
        type="button"
        className={`${styles.node} nodrag nopan`}
        data-warned={warned || undefined}
        disabled={node.id === ''}
        title={node.warnings.join('\n') || undefined}
        onClick={() => onNode(node)}
      >
        <span className={styles.kind}>
          <Icon size={15} aria-hidden />
          {label}
          {warned && (
            <span role="img" aria-label={`Cảnh báo: ${node.warnings.join('; ')}`} className={styles.warned}>
              <IconAlertTriangle size={15} aria-hidden />
            </span>
          )}
        </span>{' '}
        {node.type !== 'hang-up' && <strong>{node.name}</strong>}{' '}
        {node.facts.length > 0 && <span className={styles.facts}>{factsOf(node).join(' · ')}</span>}
      </button>
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </>
  );
}

function Way({ data, sourceX, sourceY, targetX, targetY, markerEnd }: EdgeProps<Line>) {
  const [path, labelX, labelY] = getSmoothStepPath({ sourceX, sourceY, targetX, targetY });
  const edge = data?.edge;
  return (
    <>
      <BaseEdge path={path} {...(markerEnd !== undefined && { markerEnd })} />
      {edge !== undefined && edge.label !== '' && (
        <EdgeLabelRenderer>
          <button
            type="button"
            className={`${styles.way} nodrag nopan`}
            disabled={edge.field === ''}
            // Several ways say the same; whose one is shows where it begins.
            aria-label={`${edge.label}, từ ${data?.from}`}
            style={{ transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)` }}
            onClick={() => data?.onEdge(edge)}
          >
            {edge.label}
          </button>
        </EdgeLabelRenderer>
      )}
    </>
  );
}

const placeTypes = { place: PlaceCard };
const lineTypes = { way: Way };
