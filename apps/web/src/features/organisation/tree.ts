/** The four levels of a company, from the top. */
export type Level = 'branch' | 'department' | 'team' | 'person';

/** What is read of each level; what somebody may not see is an empty list. */
export interface Parts {
  readonly branches: readonly { readonly id: string; readonly name: string }[];
  readonly departments: readonly { readonly id: string; readonly name: string; readonly branch_id?: string | null }[];
  readonly teams: readonly { readonly id: string; readonly name: string; readonly department_id: string }[];
  readonly people: readonly {
    readonly id: string;
    readonly name: string;
    readonly department_id?: string | null;
    readonly team_id?: string | null;
  }[];
}

export interface Node {
  /** Unique in the tree: a level and an id; the places of what belongs nowhere have no id. */
  readonly key: string;
  readonly level: Level;
  readonly id: string | null;
  readonly name: string;
  readonly children: readonly Node[];
}

/** Branch, department, team, people; what belongs nowhere stands at the end, under a heading of its own. */
export function treeOf({ branches, departments, teams, people }: Parts): Node[] {
  const node = (level: Level, id: string | null, name: string, children: readonly Node[]): Node => ({
    ...{ key: `${level}:${id ?? 'none'}`, level, id, name, children },
  });
  const persons = (which: (person: Parts['people'][number]) => boolean) =>
    sorted(people.filter(which).map(({ id, name }) => node('person', id, name, [])));
  const department = (one: Parts['departments'][number]) =>
    node('department', one.id, one.name, [
      ...sorted(
        teams
          .filter(({ department_id }) => department_id === one.id)
          .map((team) =>
            node(
              'team',
              team.id,
              team.name,
              persons(({ team_id }) => team_id === team.id),
            ),
          ),
      ),
      ...persons(({ department_id, team_id }) => department_id === one.id && !team_id),
    ]);
  const within = (branch: string | null) =>
    sorted(departments.filter(({ branch_id }) => (branch_id ?? null) === branch).map(department));
  const loose = within(null);
  const free = persons(({ department_id }) => !department_id);
  return [
    ...sorted(branches.map(({ id, name }) => node('branch', id, name, within(id)))),
    ...(loose.length > 0 ? [node('branch', null, 'Chưa thuộc chi nhánh nào', loose)] : []),
    ...(free.length > 0 ? [node('department', null, 'Chưa thuộc phòng ban nào', free)] : []),
  ];
}

const sorted = (nodes: readonly Node[]) => nodes.toSorted((a, b) => a.name.localeCompare(b.name, 'vi'));

/** What a move changes of the row that is moved; undefined where it cannot go there. */
export function moveTo(node: Node, target: Node): Readonly<Record<string, string | null>> | undefined {
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
  nodes: readonly Node[],
  isOpen: (node: Node) => boolean,
  depth = 1,
): { node: Node; depth: number }[] {
  return nodes.flatMap((node) => [{ node, depth }, ...(isOpen(node) ? flat(node.children, isOpen, depth + 1) : [])]);
}

/** It can go there, and is not there yet. */
export const mayGo = (moved: Node, target: Node): boolean =>
  moveTo(moved, target) !== undefined && !target.children.some(({ key }) => key === moved.key);

/** Everywhere a node may go. */
export const targetsOf = (nodes: readonly Node[], moved: Node): Node[] =>
  flat(nodes, () => true)
    .map(({ node }) => node)
    .filter((node) => mayGo(moved, node));

/** People below a node, however deep. */
export const peopleIn = (node: Node): number =>
  node.level === 'person' ? 1 : node.children.reduce((sum, child) => sum + peopleIn(child), 0);
