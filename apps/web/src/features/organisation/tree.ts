import type { organisation, ResultOf } from '@alo/contract';

/** The four levels of a company, from the top. */
export type Level = 'branch' | 'department' | 'team' | 'person';

/** The places of a company, as the server tells them; what somebody may not see is not among them. */
export type Places = ResultOf<typeof organisation>;

export interface PlaceNode {
  /** Unique in the tree: a level and an id; the places of what belongs nowhere have no id. */
  readonly key: string;
  readonly level: Level;
  readonly id: string | null;
  readonly name: string;
  /** The key of what it belongs to. */
  readonly parent: string | null;
  /** How many people belong here and to nothing below; they are asked for when it is opened. */
  readonly people: number;
  readonly children: readonly PlaceNode[];
}

/** Branch, department, team; what belongs nowhere stands at the end, under a heading of its own. */
export function treeOf({ branches, departments, teams, people }: Places): PlaceNode[] {
  const teamsOf = Map.groupBy(teams, ({ department_id }) => department_id);
  const departmentsOf = Map.groupBy(departments, ({ branch_id }) => branch_id);
  const department = (parent: string) => (one: Places['departments'][number]) => {
    const key = keyOf('department', one.id);
    const own = (teamsOf.get(one.id) ?? []).map((team) => ({
      key: keyOf('team', team.id),
      level: 'team' as const,
      id: team.id,
      name: team.name,
      parent: key,
      people: team.people,
      children: [],
    }));
    return {
      key,
      level: 'department' as const,
      id: one.id,
      name: one.name,
      parent,
      people: one.people,
      children: own,
    };
  };
  const branch = (id: string | null, name: string): PlaceNode => {
    const key = keyOf('branch', id);
    const children = (departmentsOf.get(id) ?? []).map(department(key));
    return { key, level: 'branch', id, name, parent: null, people: 0, children };
  };
  const shownBranches = new Set(branches.map(({ id }) => id));
  // Who may not see branches sees their departments all the same.
  const unseen = departments.filter(({ branch_id }) => branch_id !== null && !shownBranches.has(branch_id));
  const loose = branch(null, 'Chưa thuộc chi nhánh nào');
  const free: PlaceNode = {
    key: keyOf('department', null),
    level: 'department',
    id: null,
    name: 'Chưa thuộc phòng ban nào',
    parent: null,
    people,
    children: [],
  };
  return [
    ...branches.map(({ id, name }) => branch(id, name)),
    ...(loose.children.length > 0 ? [loose] : []),
    ...unseen.map(department('')),
    ...(people > 0 ? [free] : []),
  ];
}

const keyOf = (level: Level, id: string | null) => `${level}:${id ?? 'none'}`;

/** A person of a place, as a node. */
export const personIn = (place: PlaceNode, { id, name }: { id: string; name: string }): PlaceNode => ({
  key: keyOf('person', id),
  level: 'person',
  id,
  name,
  parent: place.key,
  people: 0,
  children: [],
});

/** What a move changes of the row that is moved; undefined where it cannot go there. */
export function moveTo(node: PlaceNode, target: PlaceNode): Readonly<Record<string, string | null>> | undefined {
  if (node.id === null || node.key === target.key) return undefined;
  switch (node.level) {
    case 'branch':
      return undefined;
    case 'department':
      return target.level === 'branch' ? { branch_id: target.id } : undefined;
    case 'team':
      return target.level === 'department' && target.id !== null ? { department_id: target.id } : undefined;
    case 'person':
      if (target.level === 'team') return { team_id: target.id };
      return target.level === 'department' ? { department_id: target.id, team_id: null } : undefined;
    default:
      return node.level satisfies never;
  }
}

/** Every node with its depth, parents before children, as far as they are open. */
export function flat(
  nodes: readonly PlaceNode[],
  isOpen: (node: PlaceNode) => boolean,
  depth = 1,
): { node: PlaceNode; depth: number }[] {
  return nodes.flatMap((node) => [{ node, depth }, ...(isOpen(node) ? flat(node.children, isOpen, depth + 1) : [])]);
}

/** It can go there, and is not there yet. */
export const mayGo = (moved: PlaceNode, target: PlaceNode): boolean =>
  moveTo(moved, target) !== undefined && target.key !== moved.parent;

/** Everywhere a node may go. */
export const targetsOf = (nodes: readonly PlaceNode[], moved: PlaceNode): PlaceNode[] =>
  flat(nodes, () => true)
    .map(({ node }) => node)
    .filter((node) => mayGo(moved, node));

/** People below a node, however deep. */
export const peopleIn = (node: PlaceNode): number =>
  node.children.reduce((sum, child) => sum + peopleIn(child), node.people);
