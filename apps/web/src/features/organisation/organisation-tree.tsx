import {
  IconBuilding,
  IconBuildingStore,
  IconButton,
  IconChevronDown,
  IconChevronRight,
  IconCornerUpRight,
  IconUser,
  IconUsersGroup,
} from '@alo/ui';
import { type KeyboardEvent, useRef, useState } from 'react';

import styles from './organisation.module.css';
import { flat, mayGo, type Node, peopleIn } from './tree.ts';

const icons = { branch: IconBuildingStore, department: IconBuilding, team: IconUsersGroup, person: IconUser } as const;

const headcount = (node: Node) => `${peopleIn(node)} người`;

/** A tree as screen readers know it: one item has the focus, the arrows go on from there. */
export function OrganisationTree({
  tree,
  mayMove,
  onMove,
  onAskMove,
}: {
  tree: readonly Node[];
  mayMove: (node: Node) => boolean;
  onMove: (node: Node, target: Node) => void;
  /** Somebody wants to say by name where it goes. */
  onAskMove: (node: Node) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string>();
  const [dragged, setDragged] = useState<Node>();
  const [over, setOver] = useState<string>();
  const isOpen = ({ key }: Node) => !closed.has(key);
  const shown = flat(tree, isOpen);
  const focused = shown.find(({ node }) => node.key === current) ?? shown[0];

  const focus = (key: string | undefined) => {
    if (key === undefined) return;
    setCurrent(key);
    list.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  };
  const toggle = (node: Node, open: boolean) =>
    setClosed((before) => new Set([...before].filter((key) => key !== node.key).concat(open ? [] : [node.key])));

  const onKeyDown = (event: KeyboardEvent, node: Node) => {
    const at = shown.findIndex((one) => one.node.key === node.key);
    const depth = shown[at]?.depth ?? 1;
    const parent = shown.slice(0, at).findLast((one) => one.depth < depth);
    const acts: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => focus(shown[at + 1]?.node.key),
      ArrowUp: () => focus(shown[at - 1]?.node.key),
      Home: () => focus(shown[0]?.node.key),
      End: () => focus(shown.at(-1)?.node.key),
      ArrowRight: () => (isOpen(node) ? focus(node.children[0]?.key) : toggle(node, true)),
      ArrowLeft: () => (isOpen(node) && node.children.length > 0 ? toggle(node, false) : focus(parent?.node.key)),
      m: mayMove(node) ? () => onAskMove(node) : undefined,
    };
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  const item = (node: Node, depth: number) => {
    const Icon = icons[node.level];
    const accepts = dragged !== undefined && mayGo(dragged, node);
    return (
      <li
        key={node.key}
        role="treeitem"
        data-key={node.key}
        aria-level={depth}
        aria-selected={focused?.node.key === node.key}
        aria-expanded={node.children.length > 0 ? isOpen(node) : undefined}
        aria-label={node.level === 'person' ? node.name : `${node.name} ${headcount(node)}`}
        tabIndex={focused?.node.key === node.key ? 0 : -1}
        className={styles.item}
        style={{ paddingLeft: `${(depth - 1) * 22 + 8}px` }}
        data-over={(over === node.key && accepts) || undefined}
        draggable={mayMove(node)}
        onFocus={() => setCurrent(node.key)}
        onKeyDown={(event) => onKeyDown(event, node)}
        onDragStart={() => setDragged(node)}
        onDragEnd={() => setDragged(undefined)}
        onDragOver={(event) => {
          if (!accepts) return;
          event.preventDefault();
          setOver(node.key);
        }}
        onDragLeave={() => setOver(undefined)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(undefined);
          if (dragged && accepts) onMove(dragged, node);
        }}
      >
        <span className={styles.fold} aria-hidden onClick={() => toggle(node, !isOpen(node))}>
          {node.children.length > 0 && (isOpen(node) ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />)}
        </span>
        <Icon size={18} aria-hidden />
        {/* The blank is for who hears it: what stands behind is another word. */}
        <span className={styles.name}>{node.name} </span>
        {node.level !== 'person' && <span className={styles.count}>{headcount(node)}</span>}
        {mayMove(node) && (
          <IconButton size="sm" label={`Chuyển ${node.name}`} tabIndex={-1} onClick={() => onAskMove(node)}>
            <IconCornerUpRight aria-hidden />
          </IconButton>
        )}
      </li>
    );
  };

  return (
    <ul ref={list} role="tree" aria-label="Sơ đồ tổ chức" className={styles.tree}>
      {shown.map(({ node, depth }) => item(node, depth))}
    </ul>
  );
}
