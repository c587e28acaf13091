create table "entities" ("name" text not null primary key, "created_at" text not null);

create table "projects" ("id" text not null primary key, "entity" text not null references "entities" ("name"), "name" text not null, "created_at" text not null, constraint "projects_by_name" unique ("entity", "name"));

create table "api_keys" ("id" text not null primary key, "hash" text not null, "entity" text not null references "entities" ("name"), "role" text not null, "user_name" text not null, "created_at" text not null, "revoked_at" text);

create table "object_versions" ("project_id" text not null, "object_id" text not null, "digest" text not null, "version_index" bigint not null, "kind" text not null, "base_object_class" text, "leaf_object_class" text, "size_bytes" bigint not null, "created_at" text not null, "deleted_at" text, "wb_user_id" text not null, "val_blob" text, "val" text, constraint "object_versions_key" primary key ("project_id", "object_id", "digest"), constraint "object_versions_by_index" unique ("project_id", "object_id", "version_index"));

create index "object_versions_by_time" on "object_versions" ("project_id", "created_at", "version_index");

create table "object_aliases" ("project_id" text not null, "object_id" text not null, "alias" text not null, "digest" text not null, constraint "object_aliases_key" primary key ("project_id", "object_id", "alias"));

create table "files" ("project_id" text not null, "digest" text not null, "name" text not null, "size_bytes" bigint not null, "created_at" text not null, constraint "files_key" primary key ("project_id", "digest"));
