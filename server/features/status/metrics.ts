import type { Context } from '#server/context.ts';
import type { Status } from './read-status.ts';

type Sample = [labels: Record<string, string>, value: number];

interface Metric {
  name: string;
  help: string;
  samples: Sample[];
}

const COUNTS_OF_DAY = 'in the last 24 hours';

/** Figures that are the same on each node. */
export function installationMetrics(status: Status): Metric[] {
  const { people, calls, steps, queues, failures, lastTextAt, lastPushAt, openReports } = status;
  const samplesOf = <Each>(record: Record<string, Each>, label: string, value: (each: Each) => number | null) =>
    Object.entries(record).flatMap(([key, each]): Sample[] => {
      const found = value(each);
      return found === null ? [] : [[{ [label]: key }, found]];
    });
  const last = { texts: lastTextAt, pushes: lastPushAt };
  return [
    metric('people', 'Accounts', people),
    metric('calls_for_support', `Calls for support ${COUNTS_OF_DAY}, without those taken back`, calls),
    {
      name: 'calls_for_support_reached',
      help: 'How many of them had a first text, push, look and answer',
      samples: samplesOf(steps, 'step', (step) => step.calls),
    },
    {
      name: 'calls_for_support_median_seconds',
      help: 'The time from the end of the hold to that first one',
      samples: samplesOf(steps, 'step', (step) => step.medianSeconds),
    },
    { name: 'waiting', help: 'What waits to be sent', samples: samplesOf(queues, 'queue', (each) => each.waiting) },
    {
      name: 'waiting_oldest_seconds',
      help: 'The age of the oldest that waits',
      samples: samplesOf(queues, 'queue', (each) => each.oldestSeconds),
    },
    {
      name: 'last_sent_timestamp_seconds',
      help: 'When the last one was taken by its service',
      samples: samplesOf(last, 'what', (at) => (at ? at.getTime() / 1000 : null)),
    },
    {
      name: 'failures',
      help: `Texts that failed ${COUNTS_OF_DAY}, and texts and pushes that wait for another try`,
      samples: failures.map(({ kind, reason, isOver, count }) => [{ kind, reason, over: String(isOver) }, count]),
    },
    metric('open_reports', 'Reports about people that nobody has looked at', openReports),
  ];
}

/** Figures of this node. */
export function nodeMetrics({ pool, helpPool, bulkPool, live }: Context): Metric[] {
  const { user, system } = process.cpuUsage();
  const pools = Object.entries({ main: pool, help: helpPool, bulk: bulkPool });
  return [
    metric('sockets', 'Open live connections', live.countSockets()),
    {
      name: 'pool_connections',
      help: 'Connections to the database',
      samples: pools.map(([name, { totalCount }]) => [{ pool: name }, totalCount]),
    },
    {
      name: 'pool_waiting',
      help: 'Queries that wait for a connection',
      samples: pools.map(([name, { waitingCount }]) => [{ pool: name }, waitingCount]),
    },
    metric('resident_memory_bytes', 'Memory of the process', process.memoryUsage.rss()),
    metric('cpu_seconds', 'CPU time of the process', (user + system) / 1_000_000),
    metric('uptime_seconds', 'Time since the start of the process', process.uptime()),
  ];
}

/** One without labels. */
export function metric(name: string, help: string, value: number): Metric {
  return { name, help, samples: [[{}, value]] };
}

/** The text format of Prometheus. */
export function printMetrics(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, help, samples }) => [
    `# HELP moodring_${name} ${help}`,
    `# TYPE moodring_${name} gauge`,
    ...samples.map(([labels, value]) => `moodring_${name}${printLabels(labels)} ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

function printLabels(labels: Record<string, string>): string {
  const escaped = (value: string) => value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}
