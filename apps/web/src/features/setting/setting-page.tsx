import { getSystemSetting } from '@alo/contract';
import { AfterDelay, Skeleton } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { SectionsPage } from '../../resource/page/sections.tsx';
import { Branding } from './branding.tsx';
import { CallLimits } from './call-limits.tsx';
import { Conversations } from './conversations.tsx';
import { Crm } from './crm.tsx';
import { DirectorySync } from './directory-sync.tsx';
import { General } from './general.tsx';
import { Keeping } from './keeping.tsx';
import { LdapServer } from './ldap-server.tsx';
import { Licences } from './licences.tsx';
import { PersonalData } from './personal-data.tsx';
import { Phones } from './phones.tsx';
import { settingSections } from './sections.ts';
import { CompanySecurity } from './security.tsx';
import type { SettingPart } from './setting-form.tsx';
import { SignInProvider } from './sign-in-provider.tsx';

/** Few set it up, and once. */
const Recogniser = lazy(() => import('./recogniser.tsx'));
const SummaryWriter = lazy(() => import('./summary-writer.tsx'));

const contents = {
  chung: () => <Loaded part={General} />,
  'thuong-hieu': () => <Loaded part={Branding} />,
  'cuoc-goi': () => <Loaded part={Conversations} />,
  'dien-thoai': () => <Loaded part={Phones} />,
  crm: () => <Loaded part={Crm} />,
  'loi-thoai': () => (
    <Suspense>
      <Recogniser />
      <SummaryWriter />
    </Suspense>
  ),
  'han-muc': () => <CallLimits />,
  'luu-tru': () => <Loaded part={Keeping} />,
  'du-lieu-ca-nhan': () => <PersonalData />,
  'bao-mat': () => (
    <>
      <Loaded part={CompanySecurity} />
      <SignInProvider />
      <LdapServer />
      <DirectorySync />
    </>
  ),
  'ban-quyen': () => <Licences />,
} satisfies Record<(typeof settingSections)[number]['slug'], () => ReactNode>;

/** /setting and /setting/{slug}: what holds for the whole company. */
export default function SettingPage() {
  const { slug } = useParams({ strict: false });
  return (
    <SectionsPage
      title="Cài đặt hệ thống"
      base="/setting"
      slug={slug}
      sections={settingSections.map((section) => ({ ...section, content: contents[section.slug] }))}
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
