/** How many files and connections the system lets this process have open; Infinity where it does not say. */
export function openFileLimit(): number {
  const { report } = process;
  // Not who is connected: looking up their names could take long.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } };
  return Number(userLimits?.open_files.soft) || Number.POSITIVE_INFINITY;
}
