<?php
// Chooses the addresses that the plugin makes players of, outside of WordPress. Input and output are lists in JSON.
// phpcs:disable

define( 'ABSPATH', __DIR__ );
define( 'EARSHOT_URL', 'https://pod.example/sub' );
define( 'EARSHOT_WIDGET_URL', 'https://player.example' );
function add_action( $name, $act ) { $act(); }
function esc_url_raw( $url ) { return $url; }
function wp_parse_url( $url ) { return parse_url( $url ); }
function untrailingslashit( $text ) { return rtrim( $text, '/' ); }
$patterns = array();
function wp_oembed_add_provider( $pattern ) { $GLOBALS['patterns'][] = $pattern; }
require "$argv[1]/includes/addresses.php";
require "$argv[1]/includes/oembed.php";
$asked = json_decode( stream_get_contents( STDIN ), true );
echo json_encode( array_values( array_filter( $asked, function ( $address ) use ( $patterns ) {
	return (bool) array_filter( $patterns, fn( $pattern ) => preg_match( $pattern, $address ) );
} ) ) );
