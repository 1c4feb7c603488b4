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
		$site = site_url();
		if ( '' === $site ) {
			return;
		}
		wp_oembed_add_provider( pages_pattern( $site, '(show|user/[^/]+)/[^/]+' ), "$site/oembed", true );
		wp_oembed_add_provider( pages_pattern( widget_url(), 'player/?\?' ), "$site/oembed", true );
	}
);

/** Addresses below one of ours, over http or https. */
function pages_pattern( string $base, string $path ): string {
	$host = preg_replace( '#^https?://#', '', $base );
	return '#^https?://' . preg_quote( $host, '#' ) . "/$path#i";
}
