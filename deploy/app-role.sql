-- Runs once, when PostgreSQL creates its files. The app's role owns its database and is not a superuser. The superuser has
-- no password, so it cannot log in over the network; `docker compose exec database psql -U postgres` still works.
\getenv password POSTGRES_PASSWORD
create role moodring login password :'password';
create database moodring owner moodring;
alter role postgres password null;
