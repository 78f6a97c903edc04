import { AfterDelay, Skeleton } from '@alo/ui';
import type { Addable, FlowEdge, FlowNode } from '../../domain/call-flow/flow.ts';
import { RowForm } from '../../resource/admin/row-form.tsx';
import { useResourceRow } from '../../resource/model/use-resource.ts';
import type { OnScreen } from '../../resource/screen/use-resources.ts';
import { useLeading } from './edge-dialog.tsx';

/** Adds what a way is to lead to, and leads it there. */
export function AddFor({
  edge,
  type,
  from,
  on,
  to,
  onClose,
}: {
  edge: FlowEdge;
  type: Addable;
  from: FlowNode;
  on: OnScreen;
  to: OnScreen;
  onClose: () => void;
}) {
  const lead = useLeading(on);
  const { data: row } = useResourceRow(on.resource.contract, from.id);
  if (row === undefined) {
    return (
      <AfterDelay>
        <Skeleton width="100%" height={200} />
      </AfterDelay>
    );
  }
  return (
    <RowForm
      on={to}
      id={undefined}
      onSaved={async (saved) => {
        await lead.elsewhere(row, edge.field, { type, value: saved.id });
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
