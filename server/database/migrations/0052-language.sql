-- The language of what is sent to a person, as in the folder `languages`; null while it is not known.
alter table users add language text;
