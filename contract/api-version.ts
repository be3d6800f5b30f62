/** The version of the API. Raise it when a page of an earlier version can no longer use it: such pages then reload. */
export const API_VERSION = 2;

/** The header of every answer of the API that says it. */
export const API_VERSION_HEADER = 'api-version';
