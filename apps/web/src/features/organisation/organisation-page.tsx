import { AfterDelay, Skeleton, State } from '@alo/ui';
import { useState } from 'react';

import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import { MoveDialog } from './move-dialog.tsx';
import styles from './organisation.module.css';
import { OrganisationTree } from './organisation-tree.tsx';
import type { PlaceNode } from './tree.ts';
import { useMove, useOrganisation } from './use-organisation.ts';

/** The company from branch to person; whoever may, moves each to where it belongs, by mouse or by keys. */
export function OrganisationPage() {
  const { tree, loading, error, retry } = useOrganisation();
  const { move, mayMove } = useMove();
  const [moved, setMoved] = useState<PlaceNode>();

  const content = () => {
    if (error !== null) return <LoadFailed error={error} onRetry={retry} />;
    if (loading) {
      return (
        <AfterDelay>
          <output className={styles.loading} aria-label="Đang tải">
            {[0, 1, 2, 3].map((n) => (
              <Skeleton key={n} width={240 - n * 30} height={20} />
            ))}
          </output>
        </AfterDelay>
      );
    }
    if (tree.length === 0) {
      return (
        <State drawing="empty" title="Chưa có phòng ban nào">
          Thêm chi nhánh, phòng ban và nhóm, rồi xếp nhân viên vào ở đây.
        </State>
      );
    }
    return <OrganisationTree tree={tree} mayMove={mayMove} onMove={move} onAskMove={setMoved} />;
  };

  return (
    <Page title="Sơ đồ tổ chức" width="form">
      <p className={styles.help}>
        Kéo để chuyển, hoặc bấm mũi tên ở cuối dòng (phím <kbd>M</kbd>). Phím <kbd>↑</kbd> <kbd>↓</kbd> đi lại,{' '}
        <kbd>←</kbd> <kbd>→</kbd> thu và mở.
      </p>
      <Surface>{content()}</Surface>
      <MoveDialog
        node={moved}
        tree={tree}
        onMove={(target) => {
          if (moved) move(moved, target);
          setMoved(undefined);
        }}
        onClose={() => setMoved(undefined)}
      />
    </Page>
  );
}
