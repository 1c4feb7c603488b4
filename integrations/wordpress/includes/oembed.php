<?php
/**
 * A link to a show or an episode on a line of its own becomes its player.
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

add_action(
	'init',
	function () {
		if ( '' === podcast_url() || '' === widget_url() ) {
			return;
		}
		// A provider that is named is trusted: its frame is not put into a sandbox.
		wp_oembed_add_provider( pages_pattern( podcast_url(), '(show|user/[^/]+)/[^/]+' ), oembed_url(), true );
		wp_oembed_add_provider( pages_pattern( widget_url(), 'player/?\?' ), oembed_url(), true );
	}
);

/** Without a bound the player is as wide as the column, and WordPress guesses one where the theme names none. */
add_filter(
	'oembed_fetch_url',
	function ( $url ) {
		$is_ours = '' !== podcast_url() && 0 === strpos( $url, oembed_url() . '?' );
		return $is_ours ? remove_query_arg( 'maxwidth', $url ) : $url;
	}
);

/** Where the podcast site says how to show its pages. */
function oembed_url(): string {
	return podcast_url() . '/oembed';
}

/** Addresses below one of ours, over http or https. */
function pages_pattern( string $base, string $path ): string {
	$host = preg_replace( '#^https?://#', '', $base );
	return '#^https?://' . preg_quote( $host, '#' ) . "/$path#i";
}
