import type { getInstallationSetting, ResultOf } from '@alo/contract';

import type { Db } from '../db/database.ts';

type Setting = ResultOf<typeof getInstallationSetting>;

/** What holds for the whole installation. */
export const installationSetting = (db: Pick<Db, 'outside'>): Promise<Setting> =>
  db.outside((one) =>
    one.selectFrom('installation_setting').select(['sign_up', 'number_papers']).executeTakeFirstOrThrow(),
  );

export const setInstallation = async (db: Pick<Db, 'outside'>, setting: Setting): Promise<void> => {
  await db.outside((one) => one.updateTable('installation_setting').set(setting).execute());
};

/** Whether strangers may make a company of their own here. */
export const signUpIsOn = async (db: Pick<Db, 'outside'>): Promise<boolean> =>
  (await db.outside((one) => one.selectFrom('installation_setting').select('sign_up').executeTakeFirstOrThrow()))
    .sign_up;

export const switchSignUp = async (db: Pick<Db, 'outside'>, on: boolean): Promise<void> => {
  await db.outside((one) => one.updateTable('installation_setting').set({ sign_up: on }).execute());
};
