import { listPushDevices, sendTestPush } from '#server/features/push/index.ts';
import { type Command, Refused, table } from './command.ts';
import { findPerson } from './find-person.ts';

const SHOWN = ['showNames', 'showWords'] as const;

const day = (at: Date) => at.toISOString().slice(0, 10);

/** Commands about notifications. They never print a device's address. */
export const pushCommands: Command[] = [
  {
    name: 'push list',
    args: ['EMAIL'],
    does: 'lists the devices of a person that get notifications',
    async run(tools, { names: [email] }) {
      const pool = await tools.database();
      const { uid } = await findPerson(pool, email);
      const devices = await listPushDevices({ pool }, uid);
      const rows = devices.map((device) => [
        ...[device.service, day(device.createdAt), day(device.renewedAt)],
        [device.about, ...SHOWN.filter((kind) => device[kind])].join(', '),
      ]);
      return { lines: table([['PUSH SERVICE', 'SINCE', 'RENEWED', 'GETS'], ...rows]), data: devices };
    },
  },
  {
    name: 'test push',
    args: ['EMAIL'],
    does: 'sends a test notification to all devices of a person, and says what their push services answered',
    async run(tools, { names: [email] }) {
      const pool = await tools.database();
      const { uid, name } = await findPerson(pool, email);
      const tested = await sendTestPush({ pool, config: tools.config() }, uid);
      if (tested.length === 0) throw new Refused(`No device of ${name} gets notifications.`);
      const lines = tested.map(
        ({ service, sent, detail }) => `${service}: ${sent ? 'took it' : (detail ?? 'refused it')}`,
      );
      if (!tested.some(({ sent }) => sent)) throw new Refused(lines.join('\n'));
      return { lines, data: tested };
    },
  },
];
