import { type DestinationType, type DestinationValue, destinationLabels } from '@alo/contract';
import { Button, Dialog, DialogActions, IconPlus, Menu } from '@alo/ui';
import { useState } from 'react';
import styles from '../../domain/call-flow/call-flow.module.css';
import { type Addable, addable, type FlowEdge, type FlowNode, nodeTitleOf } from '../../domain/call-flow/flow.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { destination } from '../../resource/fields/destinations.tsx';
import type { StoredRow } from '../../resource/model/resource.ts';
import { useResourceRow, useSaveResource } from '../../resource/model/use-resource.ts';
import type { OnScreen } from '../../resource/screen/use-resources.ts';
import { standingAt, withStanding } from './places-in-rows.ts';

const to = destination('Nơi đến');

/** Leads a way elsewhere: to what there is, or to something that is added for it. The row is saved as its own form would. */
export function EdgeDialog({
  edge,
  from,
  on,
  onAdd,
  onClose,
}: {
  edge: FlowEdge;
  from: FlowNode;
  on: OnScreen;
  onAdd: (type: Addable) => void;
  onClose: () => void;
}) {
  const lead = useLeading(on);
  const { data: row } = useResourceRow(on.resource.contract, from.id);
  const [chosen, setChosen] = useState<DestinationValue | null>();
  // What stands there is a destination by the contract's own row.
  const value =
    chosen === undefined ? ((row && (standingAt(row, edge.field) as DestinationValue | null)) ?? null) : chosen;
  return (
    <Dialog opened onClose={onClose} title={`${nodeTitleOf(from)}: ${edge.label}`} width={520}>
      <div className={styles.choose}>
        <to.Control
          name="to"
          label="Nơi đến"
          hint={undefined}
          problems={{}}
          required
          disabled={row === undefined}
          value={value}
          onChange={setChosen}
          onBlur={() => undefined}
        />
        <Menu
          // The keys of the record.
          entries={(Object.keys(addable) as Addable[]).map((type) => ({
            key: type,
            label: destinationLabels[type],
            onSelect: () => onAdd(type),
          }))}
        >
          <Button icon={<IconPlus aria-hidden />}>Thêm mới và dẫn tới đó</Button>
        </Menu>
      </div>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Để nguyên
        </Button>
        <Button
          look="primary"
          disabled={row === undefined || value === null}
          busy={lead.busy}
          onClick={() => {
            if (row !== undefined && value !== null)
              void lead.elsewhere(row, edge.field, value).then((ok) => ok && onClose());
          }}
        >
          Lưu
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Saves a row with one of its destinations changed; false where that was refused, which is told. */
export function useLeading({ resource: { contract, fields } }: OnScreen) {
  const { toasts } = useConsole();
  const save = useSaveResource(contract);
  return {
    busy: save.isPending,
    async elsewhere(row: StoredRow, field: string, value: { type: DestinationType; value: string }): Promise<boolean> {
      const input = Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));
      try {
        const changed = contract.input.parse(withStanding(input, field, value));
        await save.mutateAsync({ input: changed, row });
        toasts.show({ kind: 'success', text: 'Đã đổi nơi đến' });
        return true;
      } catch (error) {
        toasts.show({ kind: 'error', ...explain(error) });
        return false;
      }
    },
  };
}
