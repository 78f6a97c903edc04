import { codeQuestions as contract, type RowOf, renewCodeSecret } from '@alo/contract';
import { Actions } from '@alo/ui';

import { useConsole } from '../../kit/api/context.ts';
import { useMay } from '../../kit/me/me.ts';
import { SecretOnce } from '../../resource/page/secret-once.tsx';

/** What the company's system proves by that it is asked by us; without one nobody is asked. */
export function CodeSecret({ row }: { row: RowOf<typeof contract> }) {
  const { api, changes } = useConsole();
  if (!useMay()(renewCodeSecret.access)) return null;
  return (
    <Actions apart={20}>
      <SecretOnce
        label="Khoá ký"
        isThere={row.has_secret}
        help="Hệ thống của bạn dùng nó để kiểm tra chữ ký của từng câu hỏi. Chưa có khoá thì không hỏi."
        make={() => api(renewCodeSecret, { params: { id: row.id } })}
        onMade={() => changes.stale(contract.screen)}
      />
    </Actions>
  );
}
