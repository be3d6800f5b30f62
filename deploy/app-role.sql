-- Run once, when PostgreSQL makes its files: the app's role owns its database and is no superuser. The superuser has no
-- password from then on, so nobody reaches it over the network; `docker compose exec database psql -U postgres` still does.
\getenv password POSTGRES_PASSWORD
create role moodring login password :'password';
create database moodring owner moodring;
alter role postgres password null;
