import pg from 'pg';

import { testApp } from '../testing/app.ts';
import { companyAt, fillGood, type World } from '../testing/hostile/world.ts';
import { hostileCompanies, httpAttacks } from '../testing/hostile-companies.ts';
import { makeOperator } from '../testing/operator-company.ts';
import { storeCall, storeRecording } from '../testing/stored-calls.ts';

/** A sample of what tests/long does to the whole product: here without calls and without a worker. */
hostileCompanies(
  httpAttacks.filter(({ sample }) => sample === true),
  async (): Promise<World> => {
    const app = await testApp();
    const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
    const company = async (code: string) => {
      const { id, admin } = await app.tenant(code);
      return companyAt(address, { id, code, token: admin.token });
    };
    const [good, one, two] = [await company('nguoi-tot'), await company('ke-xau-1'), await company('ke-xau-2')];
    const operator = await company('van-hanh');
    await makeOperator(app, { id: operator.id });
    const superuser = new pg.Client({ connectionString: app.url });
    await superuser.connect();
    const { id: call, recordingId } = await storeCall(app.db, good.id, { recording: {} });
    await storeRecording(app.files, good.id, recordingId);
    return {
      address,
      good,
      hostile: [one, two],
      operator,
      rows: { ...(await fillGood(good)), call },
      superuser,
      async close() {
        await superuser.end();
        await app.close();
      },
    };
  },
);
