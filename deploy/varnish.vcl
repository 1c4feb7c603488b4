vcl 4.1;

# Varnish as a cache in front of Earshot, for pages, players, feeds and the public API. It needs the module xkey
# (Debian: varnish-modules). Start Earshot with CDN_PURGE_URL=http://127.0.0.1:6081/purge and a CDN_PURGE_TOKEN, and
# replace the token below by the same one. TLS ends in front of Varnish, which must set X-Forwarded-For and
# X-Forwarded-Proto.

import std;
import xkey;

backend default {
  .host = "127.0.0.1";
  .port = "4000";
  .first_byte_timeout = 60s;
}

sub vcl_recv {
  unset req.http.X-Keeps-Old;
  if (req.url == "/purge") {
    if (req.method != "POST" || req.http.Fastly-Key != "replace this token") {
      return (synth(403));
    }
    set req.http.X-Purged = xkey.purge(req.http.Surrogate-Key);
    return (synth(200, "Purged"));
  }
  if (req.http.Upgrade ~ "(?i)websocket") {
    return (pipe);
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Answers to a reader, and audio: its requests are counted by Earshot, or by the proxy that sends it.
  if (req.http.Authorization || req.http.Cookie ~ "(^|;\s*)(__Host-)?session=" || req.url ~ "^/media/" || req.http.Range) {
    return (pass);
  }
  # Pages depend on two cookies.
  if (req.http.Cookie) {
    set req.http.Cookie = ";" + regsuball(req.http.Cookie, ";\s+", ";");
    set req.http.Cookie = regsuball(req.http.Cookie, ";(language|dismissed_flash_messages)=", "; \1=");
    set req.http.Cookie = regsuball(req.http.Cookie, ";[^ ][^;]*", "");
    set req.http.Cookie = regsuball(req.http.Cookie, "^[; ]+|[; ]+$", "");
    if (req.http.Cookie == "") {
      unset req.http.Cookie;
    }
  }
  # An answer that is too old is sent for ten more seconds, or for a day if Earshot can't make a new one.
  if (req.restarts == 0) {
    set req.grace = 10s;
  }
  set req.http.X-Keeps-Old = "true";
  return (hash);
}

sub vcl_backend_fetch {
  unset bereq.http.X-Keeps-Old;
}

sub vcl_pipe {
  set bereq.http.Upgrade = req.http.Upgrade;
  set bereq.http.Connection = req.http.Connection;
}

sub vcl_backend_response {
  if (beresp.status >= 500) {
    if (bereq.is_bgfetch) {
      return (abandon);
    }
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    return (deliver);
  }
  if (beresp.http.CDN-Cache-Control ~ "max-age") {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, ".*max-age=([0-9]+).*", "\1s"), 0s);
    set beresp.grace = std.duration(regsub(beresp.http.CDN-Cache-Control, ".*stale-if-error=([0-9]+).*", "\1s"), 0s);
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    return (deliver);
  }
  # No purge would reach it.
  if (beresp.http.CDN-Cache-Control ~ "no-store") {
    set beresp.uncacheable = true;
    return (deliver);
  }
  # Varnish would keep an answer that says nothing about caches, such as that of /readyz.
  if (!beresp.http.Cache-Control) {
    set beresp.uncacheable = true;
    return (deliver);
  }
}

sub vcl_deliver {
  if (resp.status >= 500 && req.http.X-Keeps-Old && req.restarts == 0) {
    return (restart);
  }
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.CDN-Cache-Control;
}

sub vcl_synth {
  if (resp.status == 503 && req.http.X-Keeps-Old && req.restarts == 0) {
    return (restart);
  }
}
