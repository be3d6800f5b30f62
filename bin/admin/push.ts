import { listPushDevices, sendTestPush } from '#server/features/push/index.ts';
import { type Command, day, personCommand, Refused, table } from './command.ts';

const SHOWN = ['showNames', 'showWords'] as const;

/** Commands about notifications. They never print a device's address. */
export const pushCommands: Command[] = [
  personCommand('push list', 'lists the devices of a person that get notifications', async ({ pool, person }) => {
    const devices = await listPushDevices({ pool }, person.uid);
    const rows = devices.map((device) => [
      ...[device.service, day(device.createdAt), day(device.renewedAt)],
      [device.about, ...SHOWN.filter((kind) => device[kind])].join(', '),
    ]);
    return { lines: table([['PUSH SERVICE', 'SINCE', 'RENEWED', 'GETS'], ...rows]), data: devices };
  }),
  personCommand(
    'test push',
    'sends a test notification to all devices of a person, and says what their push services answered',
    async ({ pool, person: { uid, name }, config }) => {
      const tested = await sendTestPush({ pool, config: config() }, uid);
      if (tested.length === 0) throw new Refused(`No device of ${name} gets notifications.`);
      const lines = tested.map(
        ({ service, sent, detail }) => `${service}: ${sent ? 'took it' : (detail ?? 'refused it')}`,
      );
      if (!tested.some(({ sent }) => sent)) throw new Refused(lines.join('\n'));
      return { lines, data: tested };
    },
  ),
];
