-- Rows of release 0.2.0, whose last migration is 0054-session-notices.
insert into media (sha256, kind, mime_type, extension, file_size, duration, width, height, color) values
  (repeat('a', 64), 'audio', 'audio/mpeg', 'mp3', 480000, 60.5, null, null, null),
  (repeat('b', 64), 'image', 'image/jpeg', 'jpg', 90000, 0, 1400, 1400, '0b6e5e'),
  (repeat('c', 64), 'audio', 'audio/wav', 'wav', 960000, 60.5, null, null, null);
insert into users (permalink, name, email, email_verified_at, password_hash, is_admin, image_id, gender, birthday, go_user_id, fb_permissions) values
  ('ann', 'Ann', 'ann@example.org', now(), 'hash', true, 2, 'f', '1990-02-28', 'g-1', '{}'),
  ('киів', 'Київ', 'kyiv@example.org', null, null, false, null, null, null, null, null),
  ('gone', 'Gone', null, null, null, false, null, null, null, null, null);
update users set deleted_at = now() where permalink = 'gone';
insert into shows (user_id, permalink, feed_key, guid, title, author, description, language, categories, category_tree, keywords, explicit, image_id, funding, persons, locked, locked_owner, extra_xml, original) values
  (1, 'field-notes', null, '917393e3-1b1e-5cef-ace4-edaa54e1f810', 'Field notes', 'Ann', E'One\nTwo', 'en', '{Arts,Books}', '[{"text":"Arts","categories":["Books"]}]', '{sound}', false, 2, '[]', '[]', true, 'ann@example.org', '', null),
  (2, 'первыи', 'key', 'my-show', 'Первый', 'Київ', '<p>Два</p>', 'uk_UA', '{Podcasting}', '[{"text":"Podcasting","categories":[]}]', '{}', true, null, '[{"url":"https://example.org/","text":"Give"}]', '[{"name":"Ann","role":null,"group":null,"img":null,"href":null}]', null, null, '<x xmlns="urn:x"/>', '{"title":"Первый &amp; один"}');
insert into show_members (show_id, user_id, role) values (1, 2, 'editor');
insert into uploads (user_id, state, progress, file_name, declared_size, received_size, media_id, original_media_id, reserved_size) values
  (1, 'ready', 100, 'bell.wav', 960000, 960000, 1, 3, 960000),
  (1, 'uploading', 0, '', null, 10, null, null, 64000000);
insert into episodes (show_id, user_id, guid, permalink, title, description, published_at, state, explicit, media_id, upload_id, enclosure_url, claimed_duration, claimed_type, claimed_size, tags, midrolls, season, episode_number) values
  (1, 1, 'one', 'one', 'One', E'Plain\ntext', now() - interval '1 day', 'published', false, 1, 1, '', 0, '', 0, '{bells}', '{30}', 1, 0),
  (1, 1, 'draft', 'draft', 'Draft', '', null, 'draft', false, null, null, '', 0, '', 0, '{}', '{}', null, null),
  (2, 2, 'https://example.org/1.mp3', 'перша', 'Перша', '<p>Нотатки</p>', now(), 'published', true, null, null, 'https://ann:secret@example.org/1.mp3', 61, 'audio/mpeg', 5, '{}', '{}', null, null);
update episodes set deleted_at = now() where permalink = 'draft';
insert into chapters (episode_id, starts_at, title, url) values (1, 0, 'Intro', null), (1, 30.5, 'Bell', 'https://example.org/');
insert into transcripts (episode_id, language, cues) values (1, 'en', '[{"starts_at":0,"ends_at":1,"speaker":null,"text":"Hello"}]');
insert into waveforms (media_id, resolution, samples_per_second, peaks) values (1, 'overview', 1, '\x00ff');
insert into note_pictures (show_id, name, media_id) values (1, 'bell.jpg', 2);
insert into likes (user_id, episode_id) values (2, 1);
insert into favorites (user_id, show_id) values (2, 1);
insert into followings (follower_id, followed_id) values (2, 1);
insert into blocks (blocker_id, blocked_id) values (1, 3);
insert into messages (episode_id, user_id, text, at) values (1, 2, 'Nice bell', 30.5);
insert into message_reads (message_id, user_id) values (1, 1);
insert into reports (reporter_id, message_id, reason, text) values (1, 1, 'spam', 'x');
insert into schedules (show_id, weekday, time, timezone, title) values (1, 1, '18:30', 'Europe/Rome', 'Mondays');
insert into explore_lists (permalink, title, description, type, position) values ('best', 'Best', '', 'shows', 0);
insert into explore_items (list_id, position, show_id) values (1, 0, 1);
insert into imports (user_id, url, state, title, author, proof_code, show_id) values (2, 'https://ann:secret@example.org/feed', 'done', 'Первый', 'Київ', 'earshot-proof', 2);
insert into import_items (import_id, position, title, state, reason) values (1, 0, 'Перша', 'linked', 'x');
insert into imported_shows (show_id, marks) values (2, '{"title":"abc"}');
insert into imported_episodes (episode_id, marks) values (3, '{"title":"abc"}');
insert into sessions (secret_hash, access_hash, user_id, user_agent, expires_at) values ('\x01', '\x02', 1, 'x', now() + interval '1 day');
insert into access_tokens (token_hash, user_id, kind, name) values ('\x03', 1, 'program', 'Laptop');
insert into email_tokens (token_hash, user_id, purpose, email, expires_at) values ('\x04', 1, 'reset', 'ann@example.org', now() + interval '1 hour');
insert into feed_tokens (show_id, name, token_hash) values (1, 'Bob', '\x05');
insert into invites (token_hash, created_by, expires_at) values ('\x06', 1, now() + interval '1 day');
insert into flash_messages (name, message) values ('night', 'Restart at ten.');
insert into flash_dismissals (user_id, name) values (1, 'night');
insert into host_settings (name, value) values ('signup', '"open"');
insert into ad_campaigns (user_id, title, media_id, positions, weight, starts_at) values (1, 'Ad', 1, '{pre}', 1, now());
insert into ad_counts (campaign_id, event, day, count) values (1, 'impression', current_date, 3);
insert into ad_hearings (campaign_id, client, day, count) values (1, 'x', current_date, 1);
insert into plans (plan_id, name, description, price, currency, interval, storage_bytes, upload_bytes, features, stripe_price_id) values ('pro', 'Pro', '', 500, 'eur', 'month', 1000000, 1000, '{}', 'price_1');
insert into subscriptions (user_id, plan_id, status, stripe_customer_id) values (1, 'pro', 'active', 'cus_1');
insert into radio_listings (show_id, is_wanted, state) values (1, true, 'listed');
insert into search_changes (kind, id) values ('show', 1);
