import { useHotKey } from '../../kit/keys/use-hot-key.ts';
import { LeaveGuard } from './leave-guard.tsx';

/** What every form has: Ctrl S saves, and who leaves with unsaved changes is asked first. */
export function Unsaved({ isChanged, onSave }: { isChanged: boolean; onSave: () => void }) {
  useHotKey('$mod+KeyS', () => {
    if (isChanged) onSave();
  });
  return <LeaveGuard unsaved={() => isChanged} />;
}
