/** Whether this page can use passkeys: not in old browsers, over plain http, or at an address of digits. */
export function canUsePasskeys(): boolean {
  const isName = !/^[\d.]+$|:|^\[/.test(window.location.hostname);
  return isName && typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function';
}
