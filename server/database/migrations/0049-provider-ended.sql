-- On the row 'credential': when the person ended log-ins with the provider of the operator; null while it may let them in.
alter table accounts add provider_ended_at timestamptz;
