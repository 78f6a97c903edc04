import { accounts, branches, type CrudContract, departments, teams } from '@alo/contract';
import { useMutation, useQuery } from '@tanstack/react-query';

import { useConsole } from '../../shared/api/context.ts';
import { explain } from '../../shared/api/problem.ts';
import { useRead } from '../../shared/api/queries.ts';
import { useMay } from '../../shared/session/me.ts';
import { type Level, moveTo, type Node, type Parts, treeOf } from './tree.ts';

const contracts: Readonly<Record<Level, CrudContract>> = {
  branch: branches,
  department: departments,
  team: teams,
  person: accounts,
};

/** All that somebody may see of the company, as a tree. */
export function useOrganisation() {
  const read = useRead();
  const may = useMay();
  const query = { page: 1, per_page: 9_999_999 };
  const list = {
    branches: useQuery({ ...read(branches.list, { query }), enabled: may(branches.list.access) }),
    departments: useQuery(read(departments.list, { query })),
    teams: useQuery({ ...read(teams.list, { query }), enabled: may(teams.list.access) }),
    people: useQuery({ ...read(accounts.list, { query }), enabled: may(accounts.list.access) }),
  };
  const answers = Object.values(list);
  const parts: Parts = {
    branches: list.branches.data?.data ?? [],
    departments: list.departments.data?.data ?? [],
    teams: list.teams.data?.data ?? [],
    people: list.people.data?.data ?? [],
  };
  return {
    tree: treeOf(parts),
    loading: answers.some(({ isLoading }) => isLoading),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void Promise.all(answers.map(({ refetch }) => refetch())),
  };
}

/** Moves a row to where it belongs from now on; what else was changed of it meanwhile stays. */
export function useMove() {
  const { api, changes, toasts } = useConsole();
  const may = useMay();
  const move = useMutation({
    mutationFn: async ({ node, target }: { node: Node; target: Node }) => {
      const contract: CrudContract = contracts[node.level];
      const change = moveTo(node, target);
      if (change === undefined || node.id === null) return;
      const params = { id: node.id };
      // Read at this moment: only where it belongs becomes another.
      const row = await api(contract.get, { params });
      await api(contract.update, { params, body: { ...row, ...change } });
    },
    onSuccess: (_, { node, target }) =>
      toasts.show({ kind: 'success', text: `Đã chuyển ${node.name} sang ${target.name}` }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => Promise.all(Object.values(contracts).map(({ screen }) => changes.stale(screen))),
  });
  return {
    move: (node: Node, target: Node) => move.mutate({ node, target }),
    mayMove: (node: Node) => node.id !== null && node.level !== 'branch' && may(contracts[node.level].update.access),
  };
}
