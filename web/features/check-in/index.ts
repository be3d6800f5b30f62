export { CheckInCards } from './check-in-cards.tsx';
export { KeepCheckIns } from './use-check-ins.ts';
