import {
  accounts,
  branches,
  type CrudContract,
  departments,
  organisation,
  organisationPeople,
  teams,
} from '@alo/contract';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { type Level, moveTo, type PlaceNode, personIn, treeOf } from './tree.ts';

const contracts: Readonly<Record<Level, CrudContract>> = {
  branch: branches,
  department: departments,
  team: teams,
  person: accounts,
};

/** All places that somebody may see of the company, as a tree. */
export function useOrganisation() {
  const read = useRead();
  const { data, isLoading, error, refetch } = useQuery(read(organisation, {}));
  return {
    tree: data === undefined ? [] : treeOf(data),
    loading: isLoading,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  };
}

/** So many people of a place are shown at first, and as many more each time somebody asks. */
export const peopleAtOnce = 100;

/** The people of the places that are open, by the key of the place, as many pages of each as were asked for. */
export function usePeopleOfPlaces(
  places: readonly PlaceNode[],
  pagesOf: (place: PlaceNode) => number,
): ReadonlyMap<string, readonly PlaceNode[]> {
  const read = useRead();
  const asked = places
    .filter(({ people }) => people > 0)
    .flatMap((place) => Array.from({ length: pagesOf(place) }, (_, before) => ({ place, page: before + 1 })));
  const answers = useQueries({
    queries: asked.map(({ place, page }) => {
      const of = place.id === null ? {} : place.level === 'team' ? { team_id: place.id } : { department_id: place.id };
      return read(organisationPeople, { query: { ...of, page, per_page: peopleAtOnce } });
    }),
  });
  const found = asked.map(({ place }, at) => ({ place, people: answers[at]?.data?.data ?? [] }));
  return new Map(
    [...Map.groupBy(found, ({ place }) => place.key)].map(([key, pages]) => [
      key,
      pages.flatMap(({ place, people }) => people.map((person) => personIn(place, person))),
    ]),
  );
}

/** Moves a row to where it belongs from now on; what else was changed of it meanwhile stays. */
export function useMove() {
  const { api, changes, toasts } = useConsole();
  const may = useMay();
  const move = useMutation({
    mutationFn: async ({ node, target }: { node: PlaceNode; target: PlaceNode }) => {
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
    move: (node: PlaceNode, target: PlaceNode) => move.mutate({ node, target }),
    mayMove: (node: PlaceNode) =>
      node.id !== null && node.level !== 'branch' && may(contracts[node.level].update.access),
  };
}
