import { expect, test } from 'vitest';
import { Causes } from '#tests/support/database/insert-causes.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';
import { claimCauses } from './claim-causes.ts';
import { findRecipients } from './find-recipients.ts';

const fixture = await createOutboxFixture();
const causes = new Causes(fixture.pool);

const textedNumbers = () => fixture.endpoint.received.map(({ body }) => body.phoneNumber).sort();

async function sendAll(): Promise<void> {
  fixture.start();
  await fixture.settled();
  expect(await causes.left()).toEqual([]);
}

/** Claims the one cause, as a worker does before it looks for the recipients. */
async function claim() {
  const [cause] = await claimCauses(fixture.pool, { limit: 10, leaseMs: 60_000 });
  return cause!;
}

test('one phone gets one text of a call, however its number is written', async () => {
  const ada = await causes.person({ firstname: 'Ada', mood: 'Dark' });
  for (const phone of ['+14155550101', '+1 (415) 555-0101', '(415) 555-0101', '1 415 555 0101', '+14155550102'])
    await causes.connect(ada, await causes.person({ phone }));
  await causes.call(ada);
  await sendAll();
  expect(textedNumbers()).toEqual(['+14155550101', '+14155550102']);
});

test('digits that are added to a number give its phone no second text', async () => {
  const ada = await causes.person({ firstname: 'Ada', mood: 'Dark' });
  for (const phone of ['+14155550101', '+1 (415) 555-01012', '+14155550101234', '(415) 555-0101 5'])
    await causes.connect(ada, await causes.person({ phone }));
  await causes.call(ada);
  await sendAll();
  expect(textedNumbers()).toEqual(['+14155550101']);
});

test.each(['+14152007986/4152007987', '+1415200798612345678', '+141520079861'])(
  'an older account with %s keeps no call from the friend whose number begins so',
  async (phone) => {
    const ada = await causes.person({ firstname: 'Ada', mood: 'Dark' });
    await causes.connect(ada, await causes.person({ phone }));
    const grace = await causes.person({ phone: '+14152007986' });
    await causes.connect(ada, grace);
    await causes.call(ada);
    fixture.startUnlimited();
    await fixture.settled();
    expect(await causes.left()).toEqual([]);
    expect(textedNumbers()).toEqual(['+14152007986']);
    expect((await fixture.texts()).filter((text) => text.recipient === grace)).toMatchObject([{ status: 'sent' }]);
  },
);

test('neighbours whose numbers begin alike are both texted', async () => {
  const ada = await causes.person({ firstname: 'Ada', mood: 'Dark' });
  const neighbours = ['+498912345', '+4989123456', '+49891234567'];
  for (const phone of neighbours) await causes.connect(ada, await causes.person({ phone }));
  await causes.call(ada);
  await sendAll();
  expect(textedNumbers()).toEqual(neighbours);
});

test('the author leaves between the claim and the search for recipients: the friends of that moment are texted', async () => {
  const { ada, friends } = await causes.circle(3);
  await causes.call(ada);
  const cause = await claim();
  await fixture.pool.query('delete from users where id = $1', [ada]);
  expect((await findRecipients(fixture.pool, cause, 'US')).sort()).toEqual(friends.toSorted());
  expect((await causes.left())[0]?.ids?.toSorted()).toEqual(friends.toSorted());
});

test('a worker that has lost the cause stores no recipients and gets none', async () => {
  const { ada } = await causes.circle(3);
  await causes.call(ada);
  const cause = await claim();
  await fixture.pool.query('update text_causes set claims = claims + 1');
  expect(await findRecipients(fixture.pool, cause, 'US')).toEqual([]);
  expect(await causes.left()).toMatchObject([{ ids: null }]);
});
