import { getSystemSetting } from '@alo/contract';
import { AfterDelay, Skeleton } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';

import { useRead } from '../../shared/api/queries.ts';
import { LoadFailed } from '../../shared/list/list-surface.tsx';
import { SectionsPage } from '../../shared/page/sections.tsx';
import { Branding } from './branding.tsx';
import { Conversations } from './conversations.tsx';
import { General } from './general.tsx';
import { Keeping } from './keeping.tsx';
import { Licences } from './licences.tsx';
import { PersonalData } from './personal-data.tsx';
import { Phones } from './phones.tsx';
import { Security } from './security.tsx';
import type { SettingPart } from './setting-form.tsx';

/** /setting and /setting/{slug}: what holds for the whole company. */
export default function SettingPage() {
  const { slug } = useParams({ strict: false }) as { slug?: string };
  return (
    <SectionsPage
      title="Cài đặt hệ thống"
      base="/setting"
      slug={slug}
      sections={[
        { slug: 'chung', label: 'Công ty và giờ làm việc', content: () => <Loaded part={General} /> },
        { slug: 'thuong-hieu', label: 'Thương hiệu', content: () => <Loaded part={Branding} /> },
        { slug: 'cuoc-goi', label: 'Cuộc gọi', content: () => <Loaded part={Conversations} /> },
        { slug: 'dien-thoai', label: 'Điện thoại và che số', content: () => <Loaded part={Phones} /> },
        { slug: 'luu-tru', label: 'Lưu trữ', content: () => <Loaded part={Keeping} /> },
        { slug: 'du-lieu-ca-nhan', label: 'Yêu cầu về dữ liệu', content: () => <PersonalData /> },
        { slug: 'bao-mat', label: 'Bảo mật', content: () => <Loaded part={Security} /> },
        { slug: 'ban-quyen', label: 'Tính năng đã đăng ký', content: () => <Licences /> },
      ]}
    />
  );
}

/** A part of the form, once the settings are there. */
function Loaded({ part: Part }: { part: SettingPart }) {
  const read = useRead();
  const { data, error, refetch } = useQuery(read(getSystemSetting, {}));
  if (data !== undefined) return <Part setting={data} />;
  if (error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <AfterDelay>
      <Skeleton width="100%" height={160} />
    </AfterDelay>
  );
}
