import { Button, Dialog, DialogActions, SelectField } from '@alo/ui';
import { useState } from 'react';

import { type PlaceNode, targetsOf } from './tree.ts';

const levelWords = { branch: 'Chi nhánh', department: 'Phòng ban', team: 'Nhóm', person: '' } as const;

/** Where something is to belong, chosen by name: what a mouse does by dragging. Open while there is a node. */
export function MoveDialog({
  node,
  tree,
  onMove,
  onClose,
}: {
  node: PlaceNode | undefined;
  tree: readonly PlaceNode[];
  onMove: (target: PlaceNode) => void;
  onClose: () => void;
}) {
  return (
    <Dialog opened={node !== undefined} onClose={onClose} title={`Chuyển ${node?.name ?? ''}`}>
      {node && <Question key={node.key} node={node} tree={tree} onMove={onMove} onClose={onClose} />}
    </Dialog>
  );
}

function Question({ node, tree, onMove, onClose }: Parameters<typeof MoveDialog>[0] & { node: PlaceNode }) {
  const [key, setKey] = useState<string | null>(null);
  const targets = targetsOf(tree, node);
  const target = targets.find((one) => one.key === key);
  return (
    <>
      <SelectField
        required
        label="Chuyển đến"
        choices={targets.map((one) => ({
          value: one.key,
          label: one.id === null ? one.name : `${levelWords[one.level]} ${one.name}`,
        }))}
        value={key}
        onChange={setKey}
      />
      <DialogActions>
        <Button onClick={onClose}>Huỷ</Button>
        <Button look="primary" disabled={target === undefined} onClick={() => target && onMove(target)}>
          Chuyển
        </Button>
      </DialogActions>
    </>
  );
}
