/** The part of the package that the build uses. It has no types of its own. */
declare module 'google-libphonenumber' {
  /** Protocol buffers as arrays: a field's number is its index. */
  const libphonenumber: { shortnumbermetadata: { countryToMetadata: Record<string, unknown[]> } };
  export default libphonenumber;
}
