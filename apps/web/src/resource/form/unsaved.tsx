import { useHotKey } from '../../kit/keys/use-hot-key.ts';
import { LeaveGuard } from './leave-guard.tsx';

/** What every page with a form has: Ctrl S saves, and who leaves with unsaved changes is asked first. */
export function Unsaved({
  form: { isChanged, submit },
  always = false,
}: {
  form: { isChanged: boolean; submit: () => Promise<void> };
  /** Ctrl S also where nothing was changed, as what is missing is told. */
  always?: boolean;
}) {
  useHotKey('$mod+KeyS', () => {
    if (isChanged || always) void submit();
  });
  return <LeaveGuard unsaved={() => isChanged} />;
}
