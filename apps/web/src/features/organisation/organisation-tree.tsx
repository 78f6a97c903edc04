import {
  Button,
  IconBuilding,
  IconBuildingStore,
  IconButton,
  IconChevronDown,
  IconChevronRight,
  IconCornerUpRight,
  IconUser,
  IconUsersGroup,
} from '@alo/ui';
import { Fragment, type KeyboardEvent, useRef, useState } from 'react';

import styles from './organisation.module.css';
import { flat, mayGo, type PlaceNode, peopleIn } from './tree.ts';
import { peopleAtOnce, usePeopleOfPlaces } from './use-organisation.ts';

const icons = { branch: IconBuildingStore, department: IconBuilding, team: IconUsersGroup, person: IconUser } as const;

/** With no more people than this all of it is open at first; else its branches. */
const fewPeople = 200;

const headcount = (node: PlaceNode) => `${peopleIn(node)} người`;

/** A tree as screen readers know it: one item has the focus, the arrows go on from there. */
export function OrganisationTree({
  tree,
  mayMove,
  onMove,
  onAskMove,
}: {
  tree: readonly PlaceNode[];
  mayMove: (node: PlaceNode) => boolean;
  onMove: (node: PlaceNode, target: PlaceNode) => void;
  /** Somebody wants to say by name where it goes. */
  onAskMove: (node: PlaceNode) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({});
  const [current, setCurrent] = useState<string>();
  const [dragged, setDragged] = useState<PlaceNode>();
  const [over, setOver] = useState<string>();
  const isSmall = tree.reduce((sum, node) => sum + peopleIn(node), 0) <= fewPeople;
  const isOpen = ({ key, level }: PlaceNode) => (isSmall || level === 'branch') !== turned.has(key);
  const holds = ({ children, people }: PlaceNode) => children.length > 0 || people > 0;
  const places = flat(tree, isOpen);
  const pagesOf = ({ key, people }: PlaceNode) => Math.min(pages[key] ?? 1, Math.ceil(people / peopleAtOnce));
  const people = usePeopleOfPlaces(
    places.filter(({ node }) => isOpen(node)).map(({ node }) => node),
    pagesOf,
  );
  const shown = withPeople(tree, isOpen, people);
  const focused = shown.find(({ node }) => node.key === current) ?? shown[0];

  const focus = (key: string | undefined) => {
    if (key === undefined) return;
    setCurrent(key);
    list.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  };
  const toggle = (node: PlaceNode, open: boolean) =>
    setTurned((before) => {
      const others = [...before].filter((key) => key !== node.key);
      return new Set(open === (isSmall || node.level === 'branch') ? others : [...others, node.key]);
    });

  const onKeyDown = (event: KeyboardEvent, node: PlaceNode) => {
    const at = shown.findIndex((one) => one.node.key === node.key);
    const depth = shown[at]?.depth ?? 1;
    const parent = shown.slice(0, at).findLast((one) => one.depth < depth);
    const acts: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => focus(shown[at + 1]?.node.key),
      ArrowUp: () => focus(shown[at - 1]?.node.key),
      Home: () => focus(shown[0]?.node.key),
      End: () => focus(shown.at(-1)?.node.key),
      ArrowRight: () => {
        if (!isOpen(node)) toggle(node, true);
        else if (holds(node)) focus(shown[at + 1]?.node.key);
      },
      ArrowLeft: () => (isOpen(node) && holds(node) ? toggle(node, false) : focus(parent?.node.key)),
      m: mayMove(node) ? () => onAskMove(node) : undefined,
    };
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  const item = (node: PlaceNode, depth: number) => {
    const Icon = icons[node.level];
    const accepts = dragged !== undefined && mayGo(dragged, node);
    return (
      <li
        role="treeitem"
        data-key={node.key}
        aria-level={depth}
        aria-selected={focused?.node.key === node.key}
        aria-expanded={holds(node) ? isOpen(node) : undefined}
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
          {holds(node) && (isOpen(node) ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />)}
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
      {shown.map(({ node, depth, rest }) => (
        <Fragment key={node.key}>
          {item(node, depth)}
          {rest !== undefined && (
            <li role="none" className={styles.more} style={{ paddingLeft: `${depth * 22 + 8}px` }}>
              <Button
                size="sm"
                look="quiet"
                onClick={() => setPages((before) => ({ ...before, [rest.place.key]: pagesOf(rest.place) + 1 }))}
              >
                Xem thêm {Math.min(rest.left, peopleAtOnce)} trong {rest.left} người của {rest.place.name}
              </Button>
            </li>
          )}
        </Fragment>
      ))}
    </ul>
  );
}

interface Line {
  readonly node: PlaceNode;
  readonly depth: number;
  /** Behind this line stand more people of that place than are shown. */
  readonly rest?: { readonly place: PlaceNode; readonly left: number };
}

/** What is open, each place with its own people behind what else is in it. */
function withPeople(
  nodes: readonly PlaceNode[],
  isOpen: (node: PlaceNode) => boolean,
  peopleOf: ReadonlyMap<string, readonly PlaceNode[]>,
  depth = 1,
): Line[] {
  return nodes.flatMap((node): Line[] => {
    if (!isOpen(node)) return [{ node, depth }];
    const people = peopleOf.get(node.key) ?? [];
    const left = node.people - people.length;
    const last = people.length - 1;
    return [
      { node, depth },
      ...withPeople(node.children, isOpen, peopleOf, depth + 1),
      ...people.map((person, nth) => ({
        node: person,
        depth: depth + 1,
        ...(nth === last && left > 0 && { rest: { place: node, left } }),
      })),
    ];
  });
}
